import { Stopped } from './stopped.mjs'

/**
 * Runs a script's body; what it throws is told as a sentence, and so is a signal that nobody else listens to.
 * @param {() => Promise<number | void>} body returns the exit code
 */
export function main(body) {
  const end = (error) => {
    console.error(error.message)
    process.exit(error.exitCode ?? 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) end(new Stopped(signal))
    })
  }
  body().then((code) => process.exit(code ?? 0), end)
}
