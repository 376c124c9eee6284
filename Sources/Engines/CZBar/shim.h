#ifndef STILLROOM_CZBAR_H
#define STILLROOM_CZBAR_H

#include <stddef.h>
#include <zbar.h>

// ZBar's own functions are plain C; this file contains what cannot be written in Swift.

/// Scans `values`, one byte per pixel, row by row. Returns the number of codes, or a negative number on failure. The
/// scanner keeps the codes until its next picture.
static inline int stillroom_zbar_scan(zbar_image_scanner_t *scanner, const void *values, int width, int height) {
    zbar_image_t *image = zbar_image_create();
    if (image == NULL) return -1;
    zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(image, (unsigned) width, (unsigned) height);
    zbar_image_set_data(image, values, (unsigned long) width * (unsigned long) height, NULL);
    int count = zbar_scan_image(scanner, image);
    zbar_image_destroy(image);
    return count;
}

static inline int stillroom_zbar_is_gs1(const zbar_symbol_t *symbol) {
    return (zbar_symbol_get_modifiers(symbol) >> ZBAR_MOD_GS1 & 1) != 0;
}

#endif
