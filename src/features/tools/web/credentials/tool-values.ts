import { fieldsFor, isFileTool, type SendingToolId, type ToolPlace } from '../../rules/sending-tools.ts'
import { withoutMasks } from '../../rules/tool-credentials.ts'

/** What was typed into a tool's fields, by their names. */
export type ToolTexts = Record<string, string>

/** Whether the entered values say something else than what is shown of the stored ones. */
export function isEdited(values: ToolTexts, shown: ToolTexts): boolean {
  const plain = withoutMasks(shown)
  return [...new Set([...Object.keys(values), ...Object.keys(plain)])].some(
    (name) => (values[name] ?? '') !== (plain[name] ?? ''),
  )
}

/** A tool's credentials as they are sent: what was typed for another place is left out. */
export function enteredCredentials(tool: SendingToolId, place: ToolPlace, values: ToolTexts) {
  if (isFileTool(tool)) return { tool, values: {} }
  const asked = fieldsFor(tool, place).map(({ name }): [string, string] => [name, values[name] ?? ''])
  return { tool, values: Object.fromEntries(asked) }
}
