import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReadAnswer, ReadTask } from './read-report.ts'

/** What one mail may take; the largest that is within its bounds takes a second or two of an idle machine. */
const patienceMs = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** Built it is a program of its own (`vite.reader.config.ts`), beside the server's. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './reader-thread.ts' : '../reader/reader-thread.js',
  import.meta.url,
)

export interface Reader {
  /** One mail at a time. Undefined where its thread ended, or had to be: then nobody knows what the mail is. */
  read(task: ReadTask): Promise<ReadAnswer | undefined>
  close(): Promise<void>
}

/**
 * Reads mails in a thread of its own, which has a maximum of memory and time: whatever a mail does there, the process
 * goes on with what else it does. The thread begins with the first mail, and again after one that has ended it.
 * @param onEnd hears why a thread has ended before its time
 */
export function createReader(
  onEnd: (error: unknown) => void,
  { file = threadFile, patience = patienceMs }: { file?: URL; patience?: number } = {},
): Reader {
  let thread: Worker | undefined

  function begin(): Worker {
    // It has no use for what the process was started with, secrets among it.
    const begun = new Worker(file, { resourceLimits, execArgv: [], env: {} })
    // Who waits for an answer hears it as well; nobody else may be ended by it.
    begun.on('error', () => {})
    begun.on('exit', () => {
      if (thread === begun) thread = undefined
    })
    begun.unref()
    return begun
  }

  return {
    async read(task) {
      thread ??= begin()
      const asked = thread
      const ended = new AbortController()
      const end = () => ended.abort(new Error('It has ended by itself.'))
      asked.once('exit', end)
      try {
        asked.postMessage(task)
        const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(patience)])
        const [answer] = await once(asked, 'message', { signal })
        asked.off('exit', end)
        return answer as ReadAnswer
      } catch (error) {
        onEnd(error)
        if (thread === asked) thread = undefined
        await asked.terminate()
        return undefined
      }
    },
    async close() {
      await thread?.terminate()
    },
  }
}
