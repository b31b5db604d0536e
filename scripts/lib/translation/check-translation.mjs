import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** What pages call an address, a domain, a code or a key. */
const untranslated =
  /^(address|apiKey|appliedCode|code|domain|email|groupId|newDomain|orderId|originalDomain|password|server|supportEmail)$/

/**
 * Looks for addresses, domains, codes and keys that stand alone in an element and may be translated: whatever is shown so
 * is copied and compared by people, and a browser that translates the page changes it.
 * @param {string} folder of the pages
 * @returns {string[]} what is wrong, a line each
 */
export function checkTranslation(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /(?<!\.test)\.tsx$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((path) =>
      findTranslated(path, readFileSync(path, 'utf8')).map(
        ({ line, text }) =>
          `${relative(folder, path)}:${line} may be translated: say translate="no" of ${text}`,
      ),
    )
}

/** @returns {{ start: number, line: number, text: string }[]} the elements of a module that lack it; `start` is after the name */
export function findTranslated(path, text) {
  const found = []
  const within = []
  const isKept = ({ openingElement }) =>
    openingElement.attributes.some(({ name, value }) => name?.name === 'translate' && value?.value === 'no')
  new Visitor({
    JSXElement(node) {
      if (!within.some(isKept) && !isKept(node) && isUntranslated(node, text)) {
        const { name, end } = node.openingElement
        const line = text.slice(0, node.start).split('\n').length
        found.push({ start: name.end, line, text: text.slice(node.start, end) })
      }
      within.push(node)
    },
    'JSXElement:exit': () => void within.pop(),
  }).visit(parseSync(path, text).program)
  return found
}

/** Of elements of HTML and links: whoever makes a component of another kind says so within it. */
function isUntranslated({ openingElement, children }, text) {
  const { name, attributes } = openingElement
  if (name.type !== 'JSXIdentifier' || !/^([a-z]\w*|Link)$/.test(name.name)) return false
  if (name.name === 'code' || name.name === 'kbd') return true
  const [only, ...others] = children.filter((child) => child.type !== 'JSXText' || child.value.trim())
  if (only?.type !== 'JSXExpressionContainer' || others.length > 0) return false
  const styles = attributes.find((each) => each.name?.name === 'className')
  const isMono = styles && /\bfont-mono\b/.test(text.slice(styles.start, styles.end))
  // Times are set in the same letters, and a message is a sentence.
  if (isMono && name.name !== 'time' && name.name !== 'pre') return true
  const { expression } = only
  const last = expression.type === 'MemberExpression' ? expression.property : expression
  return last.type === 'Identifier' && untranslated.test(last.name)
}
