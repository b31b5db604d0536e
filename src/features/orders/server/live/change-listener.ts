import type { Listener } from '#base/db/listener.ts'
import { eventsChannel } from '#delivery/provisioning/events.ts'

export interface ChangeListener {
  /** Calls back whenever something of the customer's has changed, or may have. Returns how to stop that. */
  subscribe(customerId: string, onChange: () => void): () => void
}

/** What changes of customers, told to those who look. Of a gap everyone is told to look again. */
export function createChangeListener(listener: Listener): ChangeListener {
  const subscribers = new Map<string, Set<() => void>>()
  let isListening = false

  const tell = (customerId: string) => {
    for (const onChange of subscribers.get(customerId) ?? []) onChange()
  }

  return {
    subscribe(customerId, onChange) {
      const own = subscribers.get(customerId) ?? new Set()
      subscribers.set(customerId, own.add(onChange))
      if (!isListening)
        listener.listen(eventsChannel, {
          onMessage: tell,
          onGap: () => {
            for (const each of subscribers.keys()) tell(each)
          },
        })
      isListening = true
      return () => {
        own.delete(onChange)
        if (own.size === 0 && subscribers.get(customerId) === own) subscribers.delete(customerId)
      }
    },
  }
}
