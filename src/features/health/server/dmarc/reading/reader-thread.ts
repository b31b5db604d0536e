import { parentPort } from 'node:worker_threads'
import { type ReadTask, readReport } from './read-report.ts'

/** Reads one report after the other; what it does not expect ends the thread, which its owner hears of. */
parentPort?.on('message', async (task: ReadTask) => parentPort?.postMessage(await readReport(task)))
