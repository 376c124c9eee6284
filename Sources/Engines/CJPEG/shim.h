#ifndef STILLROOM_CJPEG_H
#define STILLROOM_CJPEG_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/// The result of decoding every scan of a JPEG.
typedef struct {
    /// The number of rows, and the number of rows decoded without missing or damaged data.
    int height, sound_rows;
    /// The number of libjpeg's warnings that do not concern the pixels.
    int oddities;
    /// Whether the end marker was found.
    int has_end;
    /// Whether every coefficient of a progressive picture is complete; 1 for any other picture.
    int has_every_coefficient;
    /// libjpeg's text about the first damage; empty if there was none.
    char damage[JMSG_LENGTH_MAX];
} StillroomJPEGSurvey;

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    StillroomJPEGSurvey *survey;
    const unsigned char *bytes;
    size_t count;
    /// Whether the next marker follows coded pixels, not a segment.
    int follows_scan;
} StillroomJPEGErrors;

/// Up to this many bytes after the coded pixels of a single scan count as a camera's padding, whatever their values.
#define STILLROOM_JPEG_PADDING 64

static inline void stillroom_jpeg_note_damage(j_common_ptr info) {
    StillroomJPEGErrors *errors = (StillroomJPEGErrors *) info->err;
    StillroomJPEGSurvey *survey = errors->survey;
    j_decompress_ptr decompressor = (j_decompress_ptr) info;
    if (survey->damage[0] != 0) return;
    info->err->format_message(info, survey->damage);
    if (survey->damage[0] == 0) strcpy(survey->damage, "no reason given");
    // In a picture with several scans a damaged scan affects all rows.
    survey->sound_rows = decompressor->output_scanline == 0 || jpeg_has_multiple_scans(decompressor) ? 0
        : (int) decompressor->output_scanline * 8;
}

/// Whether the bytes left over after the coded pixels are padding: a few bytes after a single scan, or zeros. Coded
/// pixels that are left over indicate missing data.
static inline int stillroom_jpeg_is_padding(j_decompress_ptr info, size_t left_over) {
    StillroomJPEGErrors *errors = (StillroomJPEGErrors *) info->err;
    size_t end = info->src->next_input_byte < errors->bytes || info->src->next_input_byte > errors->bytes + errors->count
        ? errors->count : (size_t) (info->src->next_input_byte - errors->bytes);
    // The library does not report how far it read ahead: the next marker is the one that it found.
    while (end + 1 < errors->count
        && !(errors->bytes[end] == 0xFF && errors->bytes[end + 1] != 0 && errors->bytes[end + 1] != 0xFF)) end += 1;
    if (!jpeg_has_multiple_scans(info) && left_over <= STILLROOM_JPEG_PADDING) return 1;
    while (end > 0 && errors->bytes[end - 1] == 0xFF) end -= 1;
    if (left_over >= end) return 0;
    for (size_t index = end - left_over; index < end; index += 1)
        if (errors->bytes[index] != 0) return 0;
    // A scan ends with one-bits. Zeros there mean that the decoder stopped inside missing data. It reads up to eight
    // bytes ahead, and does not count all of them as left over.
    for (size_t index = end - left_over; index > 0 && end - left_over - index < 8; index -= 1)
        if (errors->bytes[index - 1] != 0) return 1;
    return 0;
}

static inline void stillroom_jpeg_message(j_common_ptr info, int level) {
    StillroomJPEGErrors *errors = (StillroomJPEGErrors *) info->err;
    StillroomJPEGSurvey *survey = errors->survey;
    switch (info->err->msg_code) {
    case JTRC_SOS:
        errors->follows_scan = 1;
        return;
    case JTRC_DHT: case JTRC_DQT: case JTRC_DRI: case JTRC_DAC: case JTRC_MISC_MARKER: case JTRC_APP0: case JTRC_APP14:
    case JTRC_JFIF: case JTRC_ADOBE: case JTRC_SOF: case JTRC_SOI: case JTRC_JFIF_EXTENSION: case JTRC_THUMB_JPEG:
    case JTRC_THUMB_PALETTE: case JTRC_THUMB_RGB:
        errors->follows_scan = 0;
        return;
    }
    if (level >= 0) return;
    switch (info->err->msg_code) {
    case JWRN_JPEG_EOF:
        survey->has_end = 0;
        return;
    case JWRN_BOGUS_PROGRESSION: case JWRN_NOT_SEQUENTIAL: case JWRN_JFIF_MAJOR: case JWRN_ADOBE_XFORM:
        survey->oddities += 1;
        return;
    case JWRN_EXTRANEOUS_DATA:
        if (!errors->follows_scan
            || stillroom_jpeg_is_padding((j_decompress_ptr) info, (size_t) info->err->msg_parm.i[0])) {
            survey->oddities += 1;
            return;
        }
    }
    stillroom_jpeg_note_damage(info);
}

static inline void stillroom_jpeg_fail(j_common_ptr info) {
    stillroom_jpeg_note_damage(info);
    longjmp(((StillroomJPEGErrors *) info->err)->escape, 1);
}

/// Decodes every coded bit of a JPEG, at an eighth of its size, and reports oddities and damage. libvips reports only
/// the first warning; this function distinguishes a warning about a header from one about missing pixels.
static inline StillroomJPEGSurvey stillroom_jpeg_survey(const unsigned char *bytes, size_t count) {
    StillroomJPEGSurvey survey = { 0, 0, 0, 1, 1, "" };
    StillroomJPEGErrors errors;
    struct jpeg_decompress_struct info;
    unsigned char *volatile row = NULL;
    memset(&info, 0, sizeof info);
    errors.survey = &survey;
    errors.bytes = bytes;
    errors.count = count;
    errors.follows_scan = 0;
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = stillroom_jpeg_fail;
    errors.manager.emit_message = stillroom_jpeg_message;
    if (setjmp(errors.escape) == 0) {
        jpeg_create_decompress(&info);
        jpeg_mem_src(&info, bytes, count);
        jpeg_read_header(&info, TRUE);
        survey.height = (int) info.image_height;
        info.scale_num = 1;
        info.scale_denom = 8;
        info.dct_method = JDCT_IFAST;
        info.do_fancy_upsampling = FALSE;
        info.do_block_smoothing = FALSE;
        info.out_color_space = info.jpeg_color_space;
        // Reads all scans if there are several.
        jpeg_start_decompress(&info);
        if (info.progressive_mode && info.coef_bits != NULL)
            for (int component = 0; component < info.num_components; component += 1)
                for (int index = 0; index < DCTSIZE2; index += 1)
                    if (info.coef_bits[component][index] != 0) survey.has_every_coefficient = 0;
        row = malloc((size_t) info.output_width * info.output_components);
        while (row != NULL && info.output_scanline < info.output_height) {
            JSAMPROW rows[1] = { row };
            jpeg_read_scanlines(&info, rows, 1);
        }
        // Continues to the end marker.
        if (row != NULL) jpeg_finish_decompress(&info);
        else strcpy(survey.damage, "no memory");
        if (survey.damage[0] == 0) survey.sound_rows = survey.height;
    }
    jpeg_destroy_decompress(&info);
    free(row);
    return survey;
}

// MARK: - Pixels

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
} StillroomJPEGStrictness;

static inline void stillroom_jpeg_refuse(j_common_ptr info) {
    longjmp(((StillroomJPEGStrictness *) info->err)->escape, 1);
}

static inline void stillroom_jpeg_refuse_warning(j_common_ptr info, int level) {
    if (level < 0) stillroom_jpeg_refuse(info);
}

/// Decodes a JPEG at a `shrink`th of its size (1, 2, 4 or 8) from memory: one byte a pixel of a grey picture, three bytes of
/// any other. The whole file is one buffer, so libjpeg-turbo stays on its fast path, which libvips leaves with its buffers of
/// 4 KiB (8.14). A last column or row that is not whole is left out, as libvips does. Returns the pixels, to be freed, and
/// their size; NULL for any error or warning, and for a picture in CMYK or without a whole pixel.
static inline unsigned char *stillroom_jpeg_pixels(
    const unsigned char *bytes, size_t count, int shrink, int *width, int *height, int *bands) {
    StillroomJPEGStrictness strictness;
    struct jpeg_decompress_struct info;
    unsigned char *volatile pixels = NULL;
    volatile int is_whole = 0;
    memset(&info, 0, sizeof info);
    info.err = jpeg_std_error(&strictness.manager);
    strictness.manager.error_exit = stillroom_jpeg_refuse;
    strictness.manager.emit_message = stillroom_jpeg_refuse_warning;
    if (setjmp(strictness.escape) == 0) {
        jpeg_create_decompress(&info);
        jpeg_mem_src(&info, bytes, count);
        jpeg_read_header(&info, TRUE);
        info.scale_num = 1;
        info.scale_denom = (unsigned int) shrink;
        int is_grey = info.jpeg_color_space == JCS_GRAYSCALE;
        if (is_grey || info.jpeg_color_space == JCS_YCbCr || info.jpeg_color_space == JCS_RGB) {
            info.out_color_space = is_grey ? JCS_GRAYSCALE : JCS_RGB;
            jpeg_start_decompress(&info);
            size_t whole_width = info.image_width / (unsigned int) shrink, whole_height = info.image_height / (unsigned int) shrink;
            *width = (int) whole_width;
            *height = (int) whole_height;
            *bands = info.output_components;
            size_t line = whole_width * info.output_components;
            // libjpeg writes whole rows: the pixels that are left out are overwritten by the next row, or behind the last one.
            if (whole_width > 0 && whole_height > 0)
                pixels = malloc(line * whole_height + (size_t) info.output_width * info.output_components);
            while (pixels != NULL && info.output_scanline < info.output_height) {
                size_t place = info.output_scanline < whole_height ? info.output_scanline : whole_height;
                JSAMPROW row = pixels + line * place;
                jpeg_read_scanlines(&info, &row, 1);
            }
            if (pixels != NULL) {
                jpeg_finish_decompress(&info);
                is_whole = 1;
            }
        }
    }
    jpeg_destroy_decompress(&info);
    if (is_whole) return pixels;
    free(pixels);
    return NULL;
}

#endif
