import { expect } from 'vitest'

/** The streams of a page, of which a test says what they bring. */
const streams = new Set<StreamOfTest>()

class StreamOfTest extends EventTarget implements Pick<EventSource, 'readyState' | 'close'> {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = StreamOfTest.CONNECTING as number
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor() {
    super()
    streams.add(this)
  }

  close(): void {
    this.readyState = StreamOfTest.CLOSED
    streams.delete(this)
  }
}

export const standForEventSource = (): void => {
  Object.assign(window, { EventSource: StreamOfTest })
}

export const liveStream = {
  count: () => streams.size,
  /** The server accepts the stream, once the page asks for it. */
  async open(): Promise<void> {
    await expect.poll(() => streams.size, { message: 'streams' }).toBe(1)
    for (const stream of streams) {
      stream.readyState = StreamOfTest.OPEN
      stream.onopen?.()
    }
  },
  /** The server sends an event. */
  send(event: string): void {
    for (const stream of streams) stream.dispatchEvent(new MessageEvent(event))
  },
  /** The stream breaks off. */
  fail(): void {
    for (const stream of streams) stream.onerror?.()
  },
}

export const endStreams = (): void => streams.clear()
