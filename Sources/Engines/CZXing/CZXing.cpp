#define ZX_USE_UTF8
#include "CZXing.h"

#include <ZXing/BitMatrix.h>
#include <ZXing/CharacterSet.h>
#include <ZXing/MultiFormatWriter.h>
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

using namespace ZXing;

namespace {

/// The kind of a retail symbology; 0 for any other symbology.
int kind(BarcodeFormat format) {
    switch (format) {
    case BarcodeFormat::EAN13: return STILLROOM_ZXING_EAN13;
    case BarcodeFormat::EAN8: return STILLROOM_ZXING_EAN8;
    case BarcodeFormat::UPCA: return STILLROOM_ZXING_UPCA;
    case BarcodeFormat::UPCE: return STILLROOM_ZXING_UPCE;
    case BarcodeFormat::ITF: return STILLROOM_ZXING_ITF;
    case BarcodeFormat::Code128: return STILLROOM_ZXING_CODE128;
    case BarcodeFormat::DataBar:
    case BarcodeFormat::DataBarExpanded: return STILLROOM_ZXING_DATABAR;
    case BarcodeFormat::DataMatrix: return STILLROOM_ZXING_DATAMATRIX;
    case BarcodeFormat::QRCode: return STILLROOM_ZXING_QR;
    default: return 0;
    }
}

const auto bars = BarcodeFormat::EAN13 | BarcodeFormat::EAN8 | BarcodeFormat::UPCA | BarcodeFormat::UPCE |
    BarcodeFormat::ITF | BarcodeFormat::Code128;
const auto stacks = BarcodeFormat::DataBar | BarcodeFormat::DataBarExpanded;
const auto squares = BarcodeFormat::DataMatrix | BarcodeFormat::QRCode;

/// Reads one code, the first on which `lines` lines agree. Never reads several codes, and only the first line of
/// stacked symbologies: if the same code is found twice, ZXing 1.4.0 compares the two and ends the process with an
/// assertion (Result.cpp:140, found with photographs, 2026-11). With a release that fixes it, this can be one call.
Result read(const ImageView &view, BarcodeFormats formats, int lines) {
    DecodeHints hints;
    hints.setFormats(formats);
    // The caller scans rotated and scaled pictures separately.
    hints.setTryRotate(false);
    hints.setTryDownscale(false);
    hints.setValidateITFCheckSum(true);
    hints.setMinLineCount(static_cast<uint8_t>(lines));
    return ReadBarcode(view, hints);
}

/// Returns false if the symbology is not supported or memory is exhausted.
bool fill(stillroom_zxing_code &code, const Result &result, size_t longest) {
    code.kind = kind(result.format());
    if (!result.isValid() || code.kind == 0) return false;
    std::string text = result.text();
    // The short DataBar contains only a GTIN; its application identifier is implicit.
    if (result.format() == BarcodeFormat::DataBar) text = "01" + text;
    if (code.kind >= STILLROOM_ZXING_CODE128) text = result.symbologyIdentifier() + text;
    if (text.empty() || text.size() > longest) return false;
    const auto &corners = result.position();
    auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
    auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
    code.left = left, code.right = right, code.top = top, code.bottom = bottom;
    code.length = text.size();
    code.text = static_cast<char *>(std::malloc(text.size()));
    if (code.text == nullptr) return false;
    std::memcpy(code.text, text.data(), text.size());
    return true;
}

}  // namespace

int stillroom_zxing_read(
    const uint8_t *values, int width, int height, size_t longest, stillroom_zxing_code codes[STILLROOM_ZXING_LIMIT]) {
    if (values == nullptr || width < 1 || height < 1) return -1;
    int count = 0;
    try {
        const ImageView view(values, width, height, ImageFormat::Lum);
        const auto turned = view.rotated(90);
        for (const auto &[formats, lines] : {std::pair{bars, 3}, std::pair{stacks, 1}}) {
            if (fill(codes[count], read(view, formats, lines), longest)) count += 1;
            auto result = read(turned, formats, lines);
            // In the rotated picture x is y, counted from the bottom.
            auto corners = result.position();
            for (auto &corner : corners) corner = {corner.y, height - 1 - corner.x};
            result.setPosition(corners);
            if (fill(codes[count], result, longest)) count += 1;
        }
        if (fill(codes[count], read(view, squares, 1), longest)) count += 1;
        return count;
    } catch (...) {
        stillroom_zxing_free(codes, count);
        return -1;
    }
}

void stillroom_zxing_free(stillroom_zxing_code *codes, int count) {
    for (int index = 0; index < count; index += 1) std::free(codes[index].text);
}

int stillroom_zxing_write_qr(
    const char *text, size_t length, uint8_t modules[STILLROOM_ZXING_QR_WIDTH * STILLROOM_ZXING_QR_WIDTH]) {
    if (text == nullptr || modules == nullptr) return -1;
    try {
        const std::string contents(text, length);
        MultiFormatWriter writer(BarcodeFormat::QRCode);
        // 4 is the error correction level M, which restores 15 % of the code.
        writer.setMargin(4).setEccLevel(4);
        // Some readers do not support the mark of a character set, so ASCII has none.
        const bool is_ascii = std::all_of(contents.begin(), contents.end(), [](unsigned char c) { return c < 0x80; });
        if (!is_ascii) writer.setEncoding(CharacterSet::UTF8);
        const auto matrix = writer.encode(contents, 1, 1);
        const int width = matrix.width();
        if (width < 1 || width > STILLROOM_ZXING_QR_WIDTH || matrix.height() != width) return -1;
        for (int y = 0; y < width; y += 1)
            for (int x = 0; x < width; x += 1) modules[y * width + x] = matrix.get(x, y) ? 1 : 0;
        return width;
    } catch (...) {
        return -1;
    }
}
