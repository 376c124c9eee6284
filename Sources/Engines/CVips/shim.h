#ifndef STILLROOM_CVIPS_H
#define STILLROOM_CVIPS_H

#include <vips/vips.h>

// Swift cannot call C functions with variable arguments; this file has a fixed form of each one that is used.

/// The tolerated faults of a JPEG.
typedef enum {
    /// Every warning of libjpeg is an error.
    STILLROOM_JPEG_STRICT,
    /// Only data that ends before the last row is an error.
    STILLROOM_JPEG_ODD,
    /// Faults after which libjpeg can continue are no errors: the end marker is missing.
    STILLROOM_JPEG_ENDLESS,
} StillroomJPEGTolerance;

/// Opens the header only; pixels are read on demand. `fail_on` makes truncated data an error. libjpeg reports missing
/// data inside the file only by a warning, like a harmless oddity, so use a tolerance other than strict only for a JPEG
/// that the survey of CJPEG found complete. `unlimited` only removes libvips' limit of 99 warnings.
static inline VipsImage *stillroom_load_jpeg(
    const void *bytes, size_t count, int shrink, StillroomJPEGTolerance tolerance) {
    VipsFailOn fail_on = tolerance == STILLROOM_JPEG_STRICT ? VIPS_FAIL_ON_WARNING
        : tolerance == STILLROOM_JPEG_ODD ? VIPS_FAIL_ON_TRUNCATED : VIPS_FAIL_ON_NONE;
    VipsImage *image = NULL;
    int status = vips_jpegload_buffer((void *) bytes, count, &image, "shrink", shrink, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", fail_on, "unlimited", tolerance != STILLROOM_JPEG_STRICT, NULL);
    return status == 0 ? image : NULL;
}

static inline VipsImage *stillroom_load_png(const void *bytes, size_t count) {
    VipsImage *image = NULL;
    int status = vips_pngload_buffer((void *) bytes, count, &image, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    return status == 0 ? image : NULL;
}

static inline VipsImage *stillroom_load_webp(const void *bytes, size_t count, double scale) {
    VipsImage *image = NULL;
    int status = vips_webpload_buffer((void *) bytes, count, &image, "scale", scale, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    return status == 0 ? image : NULL;
}

static inline VipsImage *stillroom_load_tiff(const void *bytes, size_t count) {
    VipsImage *image = NULL;
    int status = vips_tiffload_buffer((void *) bytes, count, &image, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    return status == 0 ? image : NULL;
}

static inline VipsImage *stillroom_load_heif(const void *bytes, size_t count) {
    VipsImage *image = NULL;
    int status = vips_heifload_buffer((void *) bytes, count, &image, "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    return status == 0 ? image : NULL;
}

/// `exact` skips libvips' averaging of whole pixels, which is faster but differs from a model's own pipeline.
static inline int stillroom_resize(
    VipsImage *in, VipsImage **out, double horizontal, double vertical, int kernel, int exact) {
    return vips_resize(in, out, horizontal, "vscale", vertical, "kernel", (VipsKernel) kernel,
        "gap", exact ? 0.0 : 2.0, NULL);
}

/// Enlarges a picture. vips_resize shifts every pixel by half a pixel when it enlarges (libvips 8.14, measured 2026-11
/// against Pillow: 6.4 levels mean difference, 0.2 with this function). Remove this function when that is fixed.
static inline int stillroom_enlarge(VipsImage *in, VipsImage **out, int width, int height, const char *interpolator) {
    VipsInterpolate *interpolate = vips_interpolate_new(interpolator);
    VipsArrayInt *area = vips_array_int_newv(4, 0, 0, width, height);
    int status = interpolate == NULL ? -1 : vips_affine(in, out, (double) width / in->Xsize, 0, 0,
        (double) height / in->Ysize, "interpolate", interpolate, "oarea", area, "idx", 0.5, "idy", 0.5, "odx", -0.5,
        "ody", -0.5, "extend", VIPS_EXTEND_COPY, NULL);
    vips_area_unref(VIPS_AREA(area));
    if (interpolate != NULL) g_object_unref(interpolate);
    return status;
}

/// An image of a copy of `bytes`, with all other properties (colours, profile, orientation) of `like`.
static inline VipsImage *stillroom_image_like(VipsImage *like, const void *bytes, size_t count, int width, int height) {
    VipsImage *image = vips_image_new_from_memory_copy(bytes, count, width, height, like->Bands, VIPS_FORMAT_UCHAR);
    const void *profile = NULL;
    size_t length = 0;
    if (image == NULL) return NULL;
    image->Type = like->Type;
    if (vips_image_get_typeof(like, VIPS_META_ICC_NAME) != 0 &&
        vips_image_get_blob(like, VIPS_META_ICC_NAME, &profile, &length) == 0)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, length);
    vips_image_set_int(image, VIPS_META_ORIENTATION, vips_image_get_orientation(like));
    return image;
}

/// An image of `bytes`, which it frees at its end, with the colours, profile and orientation of `like`.
static inline VipsImage *stillroom_image_owning(
    VipsImage *like, void *bytes, size_t count, int width, int height, int bands, void (*release)(VipsImage *, void *)) {
    const void *profile = NULL;
    size_t length = 0;
    VipsImage *image = vips_image_new_from_memory(bytes, count, width, height, bands, VIPS_FORMAT_UCHAR);
    if (image == NULL) {
        free(bytes);
        return NULL;
    }
    g_signal_connect(image, "postclose", G_CALLBACK(release), bytes);
    image->Type = like->Type;
    if (vips_image_get_typeof(like, VIPS_META_ICC_NAME) != 0 &&
        vips_image_get_blob(like, VIPS_META_ICC_NAME, &profile, &length) == 0)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, length);
    vips_image_set_int(image, VIPS_META_ORIENTATION, vips_image_get_orientation(like));
    return image;
}

static inline void stillroom_free_with_image(VipsImage *image, void *bytes) {
    free(bytes);
}

static inline int stillroom_upright(VipsImage *in, VipsImage **out) {
    return vips_autorot(in, out, NULL);
}

static inline int stillroom_crop(VipsImage *in, VipsImage **out, int left, int top, int width, int height) {
    return vips_extract_area(in, out, left, top, width, height, NULL);
}

static inline int stillroom_flatten_white(VipsImage *in, VipsImage **out) {
    double white = in->Type == VIPS_INTERPRETATION_RGB16 || in->Type == VIPS_INTERPRETATION_GREY16 ? 65535
        : in->Type == VIPS_INTERPRETATION_scRGB ? 1 : 255;
    VipsArrayDouble *background = vips_array_double_newv(1, white);
    int status = vips_flatten(in, out, "background", background, "max_alpha", white, NULL);
    vips_area_unref(VIPS_AREA(background));
    return status;
}

/// Converts to sRGB with the picture's own profile, or with `fallback` if it has none.
static inline int stillroom_to_srgb_by_profile(VipsImage *in, VipsImage **out, const char *fallback) {
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "depth", 8,
        "intent", VIPS_INTENT_RELATIVE, NULL);
}

static inline int stillroom_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int stillroom_cast_byte(VipsImage *in, VipsImage **out) {
    return vips_cast_uchar(in, out, NULL);
}

static inline int stillroom_first_band(VipsImage *in, VipsImage **out, int count) {
    return vips_extract_band(in, out, 0, "n", count, NULL);
}

/// Computes the luma of three bands of eight bits, with the weights of television, in memory: without floating point
/// and linear light, which cost three times as much.
static inline int stillroom_brightness(VipsImage *in, VipsImage **out) {
    size_t count = 0, pixels = (size_t) in->Xsize * in->Ysize;
    unsigned char *bytes = vips_image_write_to_memory(in, &count);
    if (bytes == NULL || count != pixels * 3) {
        g_free(bytes);
        return -1;
    }
    for (size_t pixel = 0; pixel < pixels; pixel += 1) {
        const unsigned char *colours = bytes + 3 * pixel;
        bytes[pixel] = (unsigned char) ((77 * colours[0] + 150 * colours[1] + 29 * colours[2] + 128) >> 8);
    }
    *out = vips_image_new_from_memory_copy(bytes, pixels, in->Xsize, in->Ysize, 1, VIPS_FORMAT_UCHAR);
    g_free(bytes);
    if (*out == NULL) return -1;
    vips_image_set_int(*out, VIPS_META_ORIENTATION, vips_image_get_orientation(in));
    return 0;
}

static inline int stillroom_to_grey(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_B_W, NULL);
}

/// Shrinks by averaging whole pixels.
static inline int stillroom_shrink(VipsImage *in, VipsImage **out, double factor) {
    return vips_shrink(in, out, factor, factor, NULL);
}

/// Normalises brightness: divides each pixel by the mean of its neighbourhood, which becomes the middle grey. This
/// removes shadows and keeps bars. One band.
static inline int stillroom_even_out(VipsImage *in, VipsImage **out) {
    double factor = (in->Xsize > in->Ysize ? in->Xsize : in->Ysize) / 24.0;
    VipsImage *steps[5] = { NULL, NULL, NULL, NULL, NULL };
    if (in->Xsize < 2 * factor || in->Ysize < 2 * factor) return vips_copy(in, out, NULL);
    int status = vips_shrink(in, &steps[0], factor, factor, NULL);
    // In memory; otherwise it is computed again for every tile of the following steps.
    if (status == 0 && (steps[4] = vips_image_copy_memory(steps[0])) == NULL) status = -1;
    if (status == 0) status = stillroom_enlarge(steps[4], &steps[1], in->Xsize, in->Ysize, "bilinear");
    // A black neighbourhood has a mean of 0, so this prevents a division by zero.
    if (status == 0) status = vips_linear1(steps[1], &steps[2], 1.0, 1.0, NULL);
    if (status == 0) status = vips_divide(in, steps[2], &steps[3], NULL);
    if (status == 0) {
        VipsImage *even = NULL;
        status = vips_linear1(steps[3], &even, 128.0, 0.0, NULL);
        if (status == 0) status = vips_cast_uchar(even, out, NULL);
        if (even != NULL) g_object_unref(even);
    }
    for (int index = 0; index < 5; index += 1)
        if (steps[index] != NULL) g_object_unref(steps[index]);
    return status;
}

/// A floating point image of a copy of `numbers`, with `bands` numbers per pixel.
static inline VipsImage *stillroom_numbers(const float *numbers, int width, int height, int bands) {
    return vips_image_new_from_memory_copy(
        numbers, (size_t) width * height * bands * sizeof(float), width, height, bands, VIPS_FORMAT_FLOAT);
}

/// Warps `in`: each pixel of the result is read from the place that `mesh` states. The mesh has one place per `step`
/// pixels; places between them are interpolated. Places outside `in` have the value of its edge.
static inline int stillroom_warp(VipsImage *in, VipsImage **out, VipsImage *mesh, int step, int width, int height) {
    VipsInterpolate *linear = vips_interpolate_new("bilinear"), *cubic = vips_interpolate_new("bicubic");
    VipsArrayInt *area = vips_array_int_newv(4, 0, 0, width, height);
    VipsImage *index = NULL;
    int status = linear == NULL || cubic == NULL ? -1 : vips_affine(mesh, &index, step, 0, 0, step,
        "interpolate", linear, "oarea", area, "extend", VIPS_EXTEND_COPY, NULL);
    if (status == 0) status = vips_mapim(in, out, index, "interpolate", cubic, "extend", VIPS_EXTEND_COPY, NULL);
    if (index != NULL) g_object_unref(index);
    if (linear != NULL) g_object_unref(linear);
    if (cubic != NULL) g_object_unref(cubic);
    vips_area_unref(VIPS_AREA(area));
    return status;
}

/// Makes the paper white and increases the ink's contrast by the factor `contrast`. The bright pixels of a
/// neighbourhood count as paper, so shadows and glare are removed. One band.
static inline int stillroom_whiten(VipsImage *in, VipsImage **out, double contrast) {
    double factor = (in->Xsize > in->Ysize ? in->Xsize : in->Ysize) / 96.0;
    VipsImage *steps[8] = { NULL };
    if (in->Xsize < 8 * factor || in->Ysize < 8 * factor) return vips_copy(in, out, NULL);
    int status = vips_shrink(in, &steps[0], factor, factor, NULL);
    // A high rank but not the highest, because noise and specks are not paper.
    if (status == 0) status = vips_rank(steps[0], &steps[1], 7, 7, 40, NULL);
    if (status == 0) status = vips_gaussblur(steps[1], &steps[2], 2.0, NULL);
    // In memory; otherwise it is computed again for every tile of the following steps.
    if (status == 0 && (steps[3] = vips_image_copy_memory(steps[2])) == NULL) status = -1;
    if (status == 0) status = stillroom_enlarge(steps[3], &steps[4], in->Xsize, in->Ysize, "bilinear");
    if (status == 0) status = vips_linear1(steps[4], &steps[5], 1.0, 1.0, NULL);
    if (status == 0) status = vips_divide(in, steps[5], &steps[6], NULL);
    if (status == 0) status = vips_linear1(steps[6], &steps[7], 245.0 * contrast, 245.0 * (1 - contrast), NULL);
    if (status == 0) status = vips_cast_uchar(steps[7], out, NULL);
    for (int index = 0; index < 8; index += 1)
        if (steps[index] != NULL) g_object_unref(steps[index]);
    return status;
}

/// Multiplies the brightness by `factor` and adds `offset`. One band.
static inline int stillroom_stretch(VipsImage *in, VipsImage **out, double factor, double offset) {
    VipsImage *stretched = NULL;
    int status = vips_linear1(in, &stretched, factor, offset, NULL);
    if (status == 0) status = vips_cast_uchar(stretched, out, NULL);
    if (stretched != NULL) g_object_unref(stretched);
    return status;
}

/// Blurs slightly, to suppress grain.
static inline int stillroom_soften(VipsImage *in, VipsImage **out, double sigma) {
    return vips_gaussblur(in, out, sigma, NULL);
}

/// Sharpens: 2.5 times the picture minus 1.5 times the blurred picture. One band.
static inline int stillroom_sharpen(VipsImage *in, VipsImage **out) {
    VipsImage *steps[4] = { NULL, NULL, NULL, NULL };
    int status = vips_gaussblur(in, &steps[0], 2.0, NULL);
    if (status == 0) status = vips_linear1(in, &steps[1], 2.5, 0, NULL);
    if (status == 0) status = vips_linear1(steps[0], &steps[2], 1.5, 0, NULL);
    if (status == 0) status = vips_subtract(steps[1], steps[2], &steps[3], NULL);
    if (status == 0) status = vips_cast_uchar(steps[3], out, NULL);
    for (int index = 0; index < 4; index += 1)
        if (steps[index] != NULL) g_object_unref(steps[index]);
    return status;
}

/// Rotates clockwise about the centre; new corners are white.
static inline int stillroom_turn(VipsImage *in, VipsImage **out, double degrees) {
    VipsArrayDouble *background = vips_array_double_newv(1, 255.0);
    int status = vips_rotate(in, out, degrees, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return status;
}

static inline int stillroom_grey_to_rgb(VipsImage *in, VipsImage **out) {
    VipsImage *bands[3] = { in, in, in };
    return vips_bandjoin(bands, out, 3, NULL);
}

static inline int stillroom_save_jpeg(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, "optimize_coding", TRUE, NULL);
}

/// Reads every pixel and returns the mean.
static inline int stillroom_average(VipsImage *in, double *out) {
    return vips_avg(in, out, NULL);
}

static inline void stillroom_unref(VipsImage *image) {
    g_object_unref(image);
}

static inline int stillroom_has_profile(VipsImage *image) {
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

#endif
