#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static stillroom_libpq functions;
static int is_complete;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    // libpq.so.5 is the only version of its interface since 2006.
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_complete = 1;
#define FIND(name) if ((functions.name = dlsym(library, "PQ" #name)) == NULL) is_complete = 0
    FIND(connectdb);
    FIND(finish);
    FIND(status);
    FIND(errorMessage);
    FIND(serverVersion);
    FIND(parameterStatus);
    FIND(transactionStatus);
    FIND(socket);
    FIND(exec);
    FIND(prepare);
    FIND(execPrepared);
    FIND(resultStatus);
    FIND(resultErrorField);
    FIND(resultErrorMessage);
    FIND(ntuples);
    FIND(nfields);
    FIND(fname);
    FIND(ftype);
    FIND(getisnull);
    FIND(getlength);
    FIND(getvalue);
    FIND(cmdTuples);
    FIND(clear);
    FIND(consumeInput);
    FIND(notifies);
    FIND(freemem);
    FIND(setNoticeProcessor);
#undef FIND
}

const stillroom_libpq *stillroom_libpq_open(void) {
    pthread_once(&once, open_library);
    return is_complete ? &functions : NULL;
}

void stillroom_libpq_ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}
