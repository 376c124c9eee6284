#ifndef STILLROOM_CZLIB_H
#define STILLROOM_CZLIB_H

#include <string.h>
#include <zlib.h>

// deflateInit2 and inflateInit2 are macros, which Swift cannot call.

/// Starts a stream in the gzip format (RFC 1952) with a window of 32 KiB. Returns a status of zlib.
static inline int stillroom_zlib_begin(z_stream *stream, int level) {
    memset(stream, 0, sizeof *stream);
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// Starts reading the gzip format. Returns a status of zlib.
static inline int stillroom_zlib_begin_reading(z_stream *stream) {
    memset(stream, 0, sizeof *stream);
    return inflateInit2(stream, 15 + 16);
}

#endif
