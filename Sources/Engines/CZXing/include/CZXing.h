#ifndef STILLROOM_CZXING_H
#define STILLROOM_CZXING_H

#include <stddef.h>
#include <stdint.h>

// ZXing is a library of C++; this is what is used of it, in C. No exception leaves it.

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

/// One code. The corners of what was read of it, pixels: of bars it may be a line.
typedef struct {
    int kind;
    int left, top, right, bottom;
    /// The text, behind its symbology identifier (ISO/IEC 15424) where the kind has several; not ended by a zero.
    char *text;
    size_t length;
} stillroom_zxing_code;

enum { STILLROOM_ZXING_LIMIT = 5 };

/// Reads `width × height` grey values: of bars and of DataBar one code along the rows and one along the columns, and
/// one of squares. Fills in as many codes as it returns, with texts of at most `longest` bytes, to be freed by the other
/// function; returns a negative number where it failed.
int stillroom_zxing_read(
    const uint8_t *values, int width, int height, size_t longest, stillroom_zxing_code codes[STILLROOM_ZXING_LIMIT]);

/// Frees the texts.
void stillroom_zxing_free(stillroom_zxing_code *codes, int count);

#ifdef __cplusplus
}
#endif

#endif
