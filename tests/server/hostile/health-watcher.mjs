// Asks one address over and over from a thread of its own: what blocks the loop of the server cannot block this one.
import { get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const pauseMs = 5
let begun = performance.now()
let worstMs = 0

/** Also counts the answer that is still awaited; what it takes from now on belongs to the next question. */
parentPort?.on('message', () => {
  parentPort?.postMessage(Math.max(worstMs, performance.now() - begun))
  worstMs = 0
  begun = performance.now()
})

function ask() {
  begun = performance.now()
  get(workerData.url, { agent: false }, (answer) => {
    answer.resume()
    answer.on('end', () => {
      if (answer.statusCode !== 200) throw new Error(`Health answered ${answer.statusCode}.`)
      worstMs = Math.max(worstMs, performance.now() - begun)
      setTimeout(ask, pauseMs)
    })
  })
}
ask()
