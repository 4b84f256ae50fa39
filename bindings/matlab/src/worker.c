/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * The thread on which the library works, so that the interpreter's thread can leave the gateway while a callback waits
 * for its answer. There is one, and it runs one call at a time: when the function that answers a question calls the
 * library again, that call is run by the same thread, inside the callback that waits. The library sees one thread that
 * calls itself, as from any other language, and refuses a call into an object that is busy.
 *
 * The interpreter's thread touches the library only while this one waits; this one never touches an mxArray. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gateway.h"

enum { DEPTH = 16, TICK_NANOSECONDS = 50000000 };
typedef enum { NOTHING, RUN, ANSWERED, FAILED, QUIT } order;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t to_worker = PTHREAD_COND_INITIALIZER, to_caller = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static int started = 0;
static order wanted = NOTHING;
static call* calls[DEPTH]; /* under way, the innermost last */
static int depth = 0;

/* Carries out calls until another order comes; with the mutex. */
static order serve(void) {
  for (;;) {
    while (wanted == NOTHING) pthread_cond_wait(&to_worker, &mutex);
    const order now = wanted;
    wanted = NOTHING;
    if (now != RUN) return now;
    call* const c = calls[depth - 1];
    pthread_mutex_unlock(&mutex);
    const sbreg_status status = c->body(c);
    pthread_mutex_lock(&mutex);
    if (c->status == SBREG_OK && status != SBREG_OK) {
      c->status = status;
      sbreg_last_error_copy(c->error, sizeof c->error);
    }
    c->done = 1;
    pthread_cond_signal(&to_caller);
  }
}

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  serve();
  pthread_mutex_unlock(&mutex);
  return unused;
}

int worker_ask(question* q) {
  pthread_mutex_lock(&mutex);
  call* const c = calls[depth - 1];
  order answer = FAILED;
  if (!c->abandoned) {
    c->pending = q;
    pthread_cond_signal(&to_caller);
    answer = serve();
  }
  pthread_mutex_unlock(&mutex);
  return answer != ANSWERED;
}

int worker_abandoned(void) {
  pthread_mutex_lock(&mutex);
  const int abandoned = calls[depth - 1]->abandoned;
  pthread_mutex_unlock(&mutex);
  return abandoned;
}

/* Signals are for the threads of the interpreter: this one is started with all of them blocked. */
static int start(void) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  started = pthread_create(&thread, NULL, work, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

int worker_running(void) {
  pthread_mutex_lock(&mutex);
  const int running = depth > 0 && !calls[depth - 1]->done && calls[depth - 1]->pending == NULL;
  pthread_mutex_unlock(&mutex);
  return running;
}

int worker_depth(void) { return depth; }

int worker_begin(call* c) {
  if (depth == DEPTH)
    refuse(c, SBREG_E_STATE, "calls are nested %d deep", DEPTH);
  else if (!started && !start())
    refuse(c, SBREG_E_MEMORY, "no thread could be started");
  if (c->status != SBREG_OK) return 1;
  pthread_mutex_lock(&mutex);
  calls[depth++] = c;
  wanted = RUN;
  pthread_cond_signal(&to_worker);
  pthread_mutex_unlock(&mutex);
  return 0;
}

call* worker_wait(void) {
  if (depth == 0) return NULL;
  call* const c = calls[depth - 1];
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += TICK_NANOSECONDS;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  int waited = 0;
  pthread_mutex_lock(&mutex);
  while (!c->done && c->pending == NULL && waited != ETIMEDOUT)
    waited = pthread_cond_timedwait(&to_caller, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  return c;
}

void worker_answer(int fail) {
  pthread_mutex_lock(&mutex);
  calls[depth - 1]->pending = NULL;
  wanted = fail ? FAILED : ANSWERED;
  pthread_cond_signal(&to_worker);
  pthread_mutex_unlock(&mutex);
}

void worker_pop(void) {
  call_free(calls[depth - 1]);
  --depth;
}

/* Ends the calls from `level` on, the innermost first: questions are refused, monitors stop their runs. */
void worker_abandon(int level) {
  while (depth >= level && depth > 0) {
    call* const c = calls[depth - 1];
    pthread_mutex_lock(&mutex);
    c->abandoned = 1;
    if (c->pending != NULL) {
      c->pending = NULL;
      wanted = FAILED;
      pthread_cond_signal(&to_worker);
    }
    while (!c->done) pthread_cond_wait(&to_caller, &mutex);
    pthread_mutex_unlock(&mutex);
    worker_pop();
  }
}

void worker_stop(void) {
  worker_abandon(1);
  if (!started) return;
  pthread_mutex_lock(&mutex);
  wanted = QUIT;
  pthread_cond_signal(&to_worker);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  started = 0;
}
