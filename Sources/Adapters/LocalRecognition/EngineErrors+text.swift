import Imaging
import Inference
import Messages
import TextRecognition

/// The messages of the engines in the language of the current task. The engines write English, also in their child
/// processes; what only a developer understands stays English here, too.
extension ImagingError {
    var text: String {
        switch (code, numbers.count) {
        case (.empty, _): localized("The file is empty.")
        case (.notAnImage, _): localized("This is not a picture.")
        case (.unsupportedFormat, _):
            operation == "sniff"
                ? localized("This kind of file is not read. Please use JPEG, PNG, WebP, AVIF, TIFF or HEIC.")
                : localized("AVIF is not read on this machine. Please use JPEG, PNG, WebP, TIFF or HEIC.")
        case (.corrupt, _): localized("The picture is damaged or cut off.")
        case (.tooManyBytes, 1): localized("The file is larger than \(numbers[0], "size") MiB.")
        case (.sideTooLong, 3):
            localized(
                """
                The picture is \(numbers[0], "width") × \(numbers[1], "height") pixels; no side may be longer than \
                \(numbers[2], "longest").
                """)
        case (.tooManyPixels, 3):
            localized(
                """
                The picture has \(numbers[0], "width") × \(numbers[1], "height") pixels, more than the \
                \(numbers[2], "millions") million allowed.
                """)
        case (.tooSmall, 3):
            localized(
                """
                The picture is only \(numbers[0], "width") × \(numbers[1], "height") pixels; at least \
                \(numbers[2], "shortest") a side are needed.
                """)
        case (.severalFrames, _): localized("The file holds several pictures; please send one.")
        case (.tooComplex, _):
            operation == "write JPEG"
                ? localized("The picture cannot be made small enough to be sent.")
                : localized("The file is built to be slow to read, so it is refused.")
        case (.tookTooLong, _): localized("The picture took too long to read, so it is refused.")
        case (.decoderDied, _):
            operation == "decode"
                ? localized("The picture needs more memory or time than it may have, so it is refused.")
                : localized("The picture could not be read.")
        case (.unavailable, _) where operation != "order" && operation != "inspect":
            localized("Pictures cannot be read at the moment: \(operation, "reason").")
        default: message
        }
    }
}

extension TextRecognitionError {
    var text: String {
        switch code {
        case .invalidImage: localized("The picture is too small, too large or damaged.")
        case .noText: localized("No text was found in the picture.")
        case .failed where operation != "TessBaseAPIInit2":
            localized("The text of the picture could not be read.")
        case .dataMissing where operation == "text models":
            localized(
                """
                Text cannot be read: the models of the text reader are not on this machine. Scripts/setup installs them; \
                STILLROOM_TEXT_MODELS names another folder.
                """)
        case .dataMissing:
            localized(
                """
                Text cannot be read: eng.traineddata is not on this machine. Debian's package tesseract-ocr-eng has it; \
                TESSDATA_PREFIX names another folder.
                """)
        default: message
        }
    }
}

extension InferenceError {
    var text: String {
        switch (code, operation) {
        case (.timedOut, _): localized("The model took too long to answer.")
        case (.modelMismatch, "outputs"): localized("The model gave no scores.")
        case (.modelMismatch, "pixels"): localized("The photograph was not prepared for this model.")
        case (.failed, "pool"): localized("No inference request is free.")
        default: message
        }
    }
}
