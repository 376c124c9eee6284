#ifndef STILLROOM_CZXING_H
#define STILLROOM_CZXING_H

#include <stddef.h>
#include <stdint.h>

// ZXing is a C++ library; these are C wrappers for the used functions. They throw no exception.

#ifdef __cplusplus
extern "C" {
#endif

enum {
    STILLROOM_ZXING_EAN13 = 1,
    STILLROOM_ZXING_EAN8,
    STILLROOM_ZXING_UPCA,
    STILLROOM_ZXING_UPCE,
    STILLROOM_ZXING_ITF,
    STILLROOM_ZXING_CODE128,
    STILLROOM_ZXING_DATABAR,
    STILLROOM_ZXING_DATAMATRIX,
    STILLROOM_ZXING_QR,
};

/// One code. The corners of the read area in pixels; for a linear code it may be a line.
typedef struct {
    int kind;
    int left, top, right, bottom;
    /// The text, after its symbology identifier (ISO/IEC 15424) if the symbology has several; not terminated by a zero.
    char *text;
    size_t length;
} stillroom_zxing_code;

enum { STILLROOM_ZXING_LIMIT = 5 };

/// Scans `width × height` grey values: one linear or DataBar code along the rows, one along the columns, and one matrix
/// code. Writes the codes to `codes` and returns their number; texts have at most `longest` bytes. Free them with
/// `stillroom_zxing_free`. Returns a negative number on failure.
int stillroom_zxing_read(
    const uint8_t *values, int width, int height, size_t longest, stillroom_zxing_code codes[STILLROOM_ZXING_LIMIT]);

/// Frees the texts.
void stillroom_zxing_free(stillroom_zxing_code *codes, int count);

/// The width of the largest QR code (version 40), with its quiet zone of four modules on each side.
enum { STILLROOM_ZXING_QR_WIDTH = 185 };

/// Encodes `length` bytes of UTF-8 as a QR code with its quiet zone. Writes a byte for each module, row by row, 1 for a
/// dark one, and returns the number of modules in a row. Returns a negative number if the text is empty, too long or not
/// UTF-8, or if memory is exhausted.
int stillroom_zxing_write_qr(
    const char *text, size_t length, uint8_t modules[STILLROOM_ZXING_QR_WIDTH * STILLROOM_ZXING_QR_WIDTH]);

#ifdef __cplusplus
}
#endif

#endif
