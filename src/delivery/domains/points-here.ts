/** A host's name as it is compared: DNS writes it in any case, and with a dot at its end. */
export const hostOf = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** Whether a name points at us. Every server has to be one of ours: a foreign one among them would answer part of the visitors. */
export const isPointedHere = (hosts: readonly string[], accepted: readonly string[]): boolean =>
  hosts.length > 0 && hosts.every((host) => accepted.includes(hostOf(host)))
