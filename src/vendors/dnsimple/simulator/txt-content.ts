import { invalid } from './answers.ts'

/**
 * DNSimple takes TXT content with or without quotes and always keeps and answers the quoted form, as strings of at
 * most 255 bytes (since December 2023).
 */
export function quoteTxt(content: string): string {
  const text = content.startsWith('"') ? unquoteTxt(content) : content
  const parts = text.match(/.{1,255}/gs) ?? ['']
  return parts.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ')
}

/** The text itself, as the DNS carries it. */
export function unquoteTxt(content: string): string {
  if (!/^"(?:[^"\\]|\\.)*"(\s+"(?:[^"\\]|\\.)*")*$/.test(content.trim()))
    throw invalid({ content: ['Txt must be wrapped between double-quotes ("")'] })
  return [...content.matchAll(/"((?:[^"\\]|\\.?)*)(?:"|$)/gs)]
    .map(([, part = '']) => part.replaceAll(/\\(.)/g, '$1'))
    .join('')
}
