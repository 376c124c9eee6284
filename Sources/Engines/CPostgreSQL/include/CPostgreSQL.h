#ifndef STILLROOM_CPOSTGRESQL_H
#define STILLROOM_CPOSTGRESQL_H

// libpq's own header (Debian: libpq-dev). The library itself is opened when the first connection is made, so that a
// household with SQLite neither needs nor loads it.
#include <postgresql/libpq-fe.h>

/// The used functions of libpq, with the types of its header and its names without "PQ".
typedef struct {
    __typeof__(&PQconnectdb) connectdb;
    __typeof__(&PQfinish) finish;
    __typeof__(&PQstatus) status;
    __typeof__(&PQerrorMessage) errorMessage;
    __typeof__(&PQserverVersion) serverVersion;
    __typeof__(&PQparameterStatus) parameterStatus;
    __typeof__(&PQtransactionStatus) transactionStatus;
    __typeof__(&PQsocket) socket;
    __typeof__(&PQexec) exec;
    __typeof__(&PQprepare) prepare;
    __typeof__(&PQexecPrepared) execPrepared;
    __typeof__(&PQresultStatus) resultStatus;
    __typeof__(&PQresultErrorField) resultErrorField;
    __typeof__(&PQresultErrorMessage) resultErrorMessage;
    __typeof__(&PQntuples) ntuples;
    __typeof__(&PQnfields) nfields;
    __typeof__(&PQfname) fname;
    __typeof__(&PQftype) ftype;
    __typeof__(&PQgetisnull) getisnull;
    __typeof__(&PQgetlength) getlength;
    __typeof__(&PQgetvalue) getvalue;
    __typeof__(&PQcmdTuples) cmdTuples;
    __typeof__(&PQclear) clear;
    __typeof__(&PQconsumeInput) consumeInput;
    __typeof__(&PQnotifies) notifies;
    __typeof__(&PQfreemem) freemem;
    __typeof__(&PQsetNoticeProcessor) setNoticeProcessor;
} stillroom_libpq;

/// Opens libpq once and returns its functions; NULL if it cannot be opened or lacks one. Thread-safe.
const stillroom_libpq *stillroom_libpq_open(void);

/// A notice processor that does nothing: the server's notices are not printed on standard error.
void stillroom_libpq_ignore_notice(void *context, const char *message);

#endif
