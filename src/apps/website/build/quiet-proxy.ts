import { createLogger, type Logger } from 'vite'

/**
 * Says nothing of calls that could not be handed on: while the server starts again, every open page makes dozens of
 * them, and the line about the start has been printed.
 */
export function quietAboutProxy(): Logger {
  const logger = createLogger('warn')
  return {
    ...logger,
    error: (message, options) => {
      if (!/\b(http|ws) proxy error:/.test(message)) logger.error(message, options)
    },
  }
}
