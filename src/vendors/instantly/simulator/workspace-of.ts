import { uuidOf } from '#vendors/sandbox/plausible-key.ts'

/** The workspace that an unknown key of plausible form opens: the same key always opens the same one. */
export function workspaceOf(secret: string): { id: string; name: string } {
  const id = uuidOf(`instantly workspace ${secret}`)
  return { id, name: `Workspace ${id.slice(0, 4).toUpperCase()}` }
}
