#ifndef STILLROOM_CMOSQUITTO_H
#define STILLROOM_CMOSQUITTO_H

// libmosquitto's own header (Debian: libmosquitto-dev). The library itself is opened when the first connection is made, so
// that a household without a broker neither needs nor loads it.
#include <mosquitto.h>

/// The used functions of libmosquitto, with the types of its header and its names without "mosquitto_".
typedef struct {
    __typeof__(&mosquitto_lib_init) lib_init;
    __typeof__(&mosquitto_new) create;
    __typeof__(&mosquitto_destroy) destroy;
    __typeof__(&mosquitto_username_pw_set) username_pw_set;
    __typeof__(&mosquitto_tls_set) tls_set;
    __typeof__(&mosquitto_will_set) will_set;
    __typeof__(&mosquitto_reconnect_delay_set) reconnect_delay_set;
    __typeof__(&mosquitto_connect_async) connect_async;
    __typeof__(&mosquitto_disconnect) disconnect;
    __typeof__(&mosquitto_loop_start) loop_start;
    __typeof__(&mosquitto_loop_stop) loop_stop;
    __typeof__(&mosquitto_publish) publish;
    __typeof__(&mosquitto_subscribe) subscribe;
    __typeof__(&mosquitto_connect_callback_set) connect_callback_set;
    __typeof__(&mosquitto_disconnect_callback_set) disconnect_callback_set;
    __typeof__(&mosquitto_message_callback_set) message_callback_set;
    __typeof__(&mosquitto_strerror) strerror;
    __typeof__(&mosquitto_connack_string) connack_string;
} stillroom_libmosquitto;

/// Opens and prepares libmosquitto once, and returns its functions; NULL if it cannot be opened or lacks one. Thread-safe.
const stillroom_libmosquitto *stillroom_libmosquitto_open(void);

#endif
