import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.mjs'
import { supervise } from './supervise.mjs'

/**
 * Runs the product until it is stopped or refuses to start: the server and, when that says so, the sandbox beside
 * it. What the server tells is described where it is told, in `src/apps/server/main.ts`.
 * @param {{ watching?: boolean }} [options] `watching`: runs the sources as they are, again whenever they change
 * @returns {Promise<number>} the exit code
 */
export function serve({ watching = false } = {}) {
  return new Promise((resolve) => {
    let stoppingSince
    let sandbox
    let sandboxReady = Promise.resolve()
    let isAnnounced = false

    /** The server ends first: what it is doing may still need the sandbox. */
    async function stop(exitCode) {
      if (stoppingSince !== undefined) return
      stoppingSince = Date.now()
      await server.stop()
      await sandbox?.stop()
      resolve(exitCode)
    }

    function startSandbox(env, logFile) {
      return new Promise((isReady) => {
        sandbox = supervise({
          name: 'sandbox',
          file: 'src/vendors/sandbox/main.ts',
          env,
          logFile,
          onRefused: stop,
          onMessage() {
            sandbox.markReady()
            isReady()
          },
        })
      })
    }

    const server = supervise({
      name: 'server',
      file: watching ? 'src/apps/server/main.ts' : 'dist/server/main.js',
      onRefused: stop,
      onMessage(message) {
        if (message.type === 'owned' && message.sandbox && !sandbox) {
          sandboxReady = startSandbox(message.sandbox.env, message.logFile)
        }
        if (message.type === 'ready') {
          server.markReady()
          void sandboxReady.then(() => {
            if (isAnnounced || stoppingSince !== undefined) return
            isAnnounced = true
            console.log(message.announcement)
          })
        }
      },
    })

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        // One Ctrl-C may arrive more than once, through npm and the terminal; a later one means it.
        if (stoppingSince !== undefined && Date.now() - stoppingSince > 2_000) process.exit(1)
        void stop(0)
      })
    }
    if (process.env.npm_lifecycle_event) whenParentEnds(() => void stop(0))
    if (watching) restartOnChange(server)
  })
}

/** npm passes a signal on to the shell between us, which dies of it and tells nobody. */
function whenParentEnds(then) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, 200)
}

const isOfPages = /^apps\/(console|website)\/|^features\/[\w-]+\/(console|web)\//

function restartOnChange(server) {
  let timer
  for (const folder of ['apps', 'base', 'delivery', 'features', 'vendors']) {
    watch(join(root, 'src', folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts') || isOfPages.test(join(folder, file))) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        console.log(`${file} has changed; starting the server again.`)
        server.restart()
      }, 150)
    })
  }
}
