#ifndef STILLROOM_CTESSERACT_H
#define STILLROOM_CTESSERACT_H

#include <dlfcn.h>
#include <stddef.h>
#include <tesseract/capi.h>

/// Has this thread's work done by this thread alone: Tesseract shares one line among four threads otherwise and takes
/// five times as long. OMP_THREAD_LIMIT does the same, but only where it is set before the library is loaded, which a
/// program that is linked to it cannot do for itself. Returns 0 where Tesseract was built without OpenMP.
static inline int stillroom_tesseract_alone(void) {
    void (*levels)(int) = (void (*)(int)) dlsym(RTLD_DEFAULT, "omp_set_max_active_levels");
    if (levels == NULL) return 0;
    levels(0);
    return 1;
}

#endif
