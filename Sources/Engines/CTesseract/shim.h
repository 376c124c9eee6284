#ifndef STILLROOM_CTESSERACT_H
#define STILLROOM_CTESSERACT_H

#include <dlfcn.h>
#include <stddef.h>
#include <tesseract/capi.h>

/// Restricts OpenMP to this thread: otherwise Tesseract splits one line among four threads and takes five times as
/// long. OMP_THREAD_LIMIT has the same effect, but only if it is set before the library is loaded, which a program
/// linked to it cannot do itself. Returns 0 if Tesseract was built without OpenMP.
static inline int stillroom_tesseract_alone(void) {
    void (*levels)(int) = (void (*)(int)) dlsym(RTLD_DEFAULT, "omp_set_max_active_levels");
    if (levels == NULL) return 0;
    levels(0);
    return 1;
}

#endif
