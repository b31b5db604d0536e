import type { SendingToolId } from '../plans/catalog.ts'
import { type ToolField, toolFields } from './tool-fields.ts'

const toolNames: Record<string, SendingToolId> = {
  instantly: 'instantly',
  smartlead: 'smartlead',
  bison: 'bison',
  emailbison: 'bison',
  other: 'other',
}

/** The tool behind any of its outside names: `bison`, `emailBison`, `email_bison`, `Email Bison`. */
export const toolOfWireName = (name: string): SendingToolId | undefined => {
  const key = name.toLowerCase().replace(/[\s_-]/g, '')
  return Object.hasOwn(toolNames, key) ? toolNames[key] : undefined
}

/** A tool's values out of an object with outside names; what is absent or no text is left out. */
export function readWireValues(tool: SendingToolId, sent: Record<string, unknown>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, wire } of toolFields[tool] as readonly ToolField[]) {
    const value = wire.map((each) => sent[each]).find((each) => typeof each === 'string' && each !== '')
    if (typeof value === 'string') values[name] = value
  }
  return values
}

/** The same the other way, under the names that are written. */
export function writeWireValues(
  tool: SendingToolId,
  values: Partial<Record<string, string>>,
): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const { name, wire } of toolFields[tool] as readonly ToolField[]) {
    const value = values[name]
    if (value) sent[wire[0]!] = value
  }
  return sent
}
