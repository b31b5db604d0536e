import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface HealthWatch {
  /** Milliseconds that an answer of `/api/health` took at worst since the last question, up to now. */
  worstMs(): Promise<number>
  stop(): Promise<void>
}

/** Asks a server for its health without pause, from a thread of its own. */
export function watchHealth(url: string): HealthWatch {
  const worker = new Worker(new URL('./health-watcher.mjs', import.meta.url), {
    workerData: { url: `${url}/api/health` },
  })
  let failure: unknown
  worker.on('error', (error) => {
    failure = error
  })
  return {
    async worstMs() {
      if (failure) throw failure
      worker.postMessage('worst')
      const [worst] = await once(worker, 'message')
      return worst as number
    },
    async stop() {
      await worker.terminate()
    },
  }
}
