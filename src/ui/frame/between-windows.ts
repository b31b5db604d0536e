/** A channel between the windows of this browser, where it has any: with cookies blocked, making one may throw. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
