import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { leanEnvironment, leanFlags } from './lean-process.mjs'
import { childEnvironment, node, root } from './repository.mjs'

/** Longer than the server's own deadline for ending. */
const stopDeadlineMs = 30_000
const backOffMs = { first: 250, most: 30_000 }
/** Having run for so long, the next accident is a new one. */
const soundAfterMs = 60_000

const preload = './scripts/lib/end-with-parent.mjs'

/**
 * By its name every time: the server puts the file aside when it is full, and a process that held it open would keep
 * writing to the old one. On a full disk lines are lost, not processes.
 */
function appendTo(logFile, lines) {
  try {
    appendFileSync(logFile, lines, { mode: 0o600 })
  } catch {}
}

/**
 * Keeps a process running: one that ends by accident is started again, later each time.
 * @param {object} options
 * @param {string} options.name as a person would call it: "server"
 * @param {string} options.file the program, from the root of the checkout
 * @param {Record<string, string>} [options.env]
 * @param {string} [options.logFile] where its standard output goes; to ours without one
 * @param {(message: any) => void} [options.onMessage]
 * @param {(exitCode: number) => void} options.onRefused it ended before it was ever ready: it has said why, and
 *   trying again would not help
 */
export function supervise({ name, file, env, logFile, onMessage, onRefused }) {
  let child
  let ended
  let wasReady = false
  let isStopping = false
  let isRestarting = false
  let accidents = 0

  function start() {
    const startedAt = Date.now()
    isRestarting = false
    // A group of its own: Ctrl-C reaches us alone, and we decide who ends first.
    child = spawn(node, [...leanFlags, '--import', preload, file], {
      cwd: root,
      env: { ...leanEnvironment, ...childEnvironment(env) },
      stdio: ['ignore', logFile ? 'pipe' : 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    if (onMessage) child.on('message', onMessage)
    if (logFile) child.stdout.on('data', (lines) => appendTo(logFile, lines))
    ended = new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        resolve()
        if (isStopping) return
        if (isRestarting) return start()
        if (!wasReady) return onRefused(code || 1)
        if (Date.now() - startedAt > soundAfterMs) accidents = 0
        const waitMs = Math.min(backOffMs.most, backOffMs.first * 2 ** accidents++)
        console.error(
          `The ${name} ended unexpectedly (${signal ?? code}); starting it again in ${waitMs / 1000} s.`,
        )
        setTimeout(() => {
          if (!isStopping) start()
        }, waitMs)
      })
    })
  }

  start()
  return {
    /** Ends before that count as refusals to start, later ones as accidents. */
    markReady() {
      wasReady = true
    },
    /** Asks it to end, waits until it has, and lets it rest. */
    async stop() {
      isStopping = true
      child.kill('SIGTERM')
      const patience = new AbortController()
      delay(stopDeadlineMs, undefined, { signal: patience.signal }).then(
        () => child.kill('SIGKILL'),
        () => {},
      )
      await ended
      patience.abort()
    },
    /** Ends and starts it again. */
    restart() {
      isRestarting = true
      child.kill('SIGTERM')
    },
  }
}
