#ifndef STILLROOM_COPENVINO_H
#define STILLROOM_COPENVINO_H

#include <openvino/c/openvino.h>

#endif
