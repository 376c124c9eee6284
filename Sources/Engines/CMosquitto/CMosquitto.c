#include "CMosquitto.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static stillroom_libmosquitto functions;
static int is_complete;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_complete = 1;
#define FIND(member, name) if ((functions.member = dlsym(library, "mosquitto_" name)) == NULL) is_complete = 0
    FIND(lib_init, "lib_init");
    FIND(create, "new");
    FIND(destroy, "destroy");
    FIND(username_pw_set, "username_pw_set");
    FIND(tls_set, "tls_set");
    FIND(will_set, "will_set");
    FIND(reconnect_delay_set, "reconnect_delay_set");
    FIND(connect_async, "connect_async");
    FIND(disconnect, "disconnect");
    FIND(loop_start, "loop_start");
    FIND(loop_stop, "loop_stop");
    FIND(publish, "publish");
    FIND(subscribe, "subscribe");
    FIND(connect_callback_set, "connect_callback_set");
    FIND(disconnect_callback_set, "disconnect_callback_set");
    FIND(message_callback_set, "message_callback_set");
    FIND(strerror, "strerror");
    FIND(connack_string, "connack_string");
#undef FIND
    if (is_complete && functions.lib_init() != MOSQ_ERR_SUCCESS) is_complete = 0;
}

const stillroom_libmosquitto *stillroom_libmosquitto_open(void) {
    pthread_once(&once, open_library);
    return is_complete ? &functions : NULL;
}
