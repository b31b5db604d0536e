import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownElements } from '../rules/signature-elements.ts'
import { cleanSignature, createSignatureCleaner } from './clean-signature.ts'

const htmlOf = (typed: string) => cleanSignature(typed).html

/** What a browser shows of HTML that has no other tag than line breaks. */
function shownText(html: string): string {
  expect(html.replaceAll('<br />', '')).not.toMatch(/[<>]/)
  const lines = html.split('<br />').map((line) =>
    line
      .replace(/[ \t\n\f\r]+/g, ' ')
      .replace(/^ /, '')
      .replace(/ $/, '')
      .replaceAll('\u00a0', ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
  return lines.join('\n')
}

/** Nobody sees a carriage return, or a tab otherwise than as room. */
const asSeen = (typed: string) =>
  typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .trim()
    .replaceAll('\t', '    ')
    .replaceAll('\u00a0', ' ')

test.each([
  ['Jane Doe\nAcme Inc <jane@acme.com>\n+1 555', 'Jane Doe<br />Acme Inc &lt;jane@acme.com&gt;<br />+1 555'],
  ['Doe & Co <acme>', 'Doe &amp; Co &lt;acme&gt;'],
  ['&copy; Acme &amp; Co', '&amp;copy; Acme &amp;amp; Co'],
  ['I <3 you -> <- <', 'I &lt;3 you -&gt; &lt;- &lt;'],
  ['5 <b 6', '5 &lt;b 6'],
  ['<a href="nothing', '&lt;a href="nothing'],
  ['Jane  Doe\n  +1', 'Jane\u00a0 Doe<br />\u00a0\u00a0+1'],
])('text is text: %j', (typed, html) => {
  expect(htmlOf(typed)).toBe(html)
})

test.each([
  // Beside tags that say nothing of lines, the lines are those of the text.
  ['<b>Jane</b>\nAcme <jane@acme.com>', '<b>Jane</b><br />Acme &lt;jane@acme.com&gt;'],
  ['<p>Jane</p>\n<p>Acme</p>', '<p>Jane</p>\n<p>Acme</p>'],
  ['<p title="a > b <c>">Jane</p>', '<p title="a &gt; b &lt;c&gt;">Jane</p>'],
  ['<b>Jane</b> &copy; 1 < 2', '<b>Jane</b> © 1 &lt; 2'],
  ['<p>Jane<o:p></o:p></p>', '<p>Jane</p>'],
  ['<P>Jane</P >', '<p>Jane</p>'],
])('tags are HTML, and what only looks like one is text: %j', (typed, html) => {
  expect(htmlOf(typed)).toBe(html)
})

const anyText = fc.string({ unit: 'binary', maxLength: 200 })
const texts = fc.oneof(
  anyText,
  fc
    .array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(...'< > & &amp; &lt; " \' = / \n \r\n \t'.split(' '), ' ', '  ', '\u00a0'),
        fc.constantFrom('<jane@acme.com>', '<acme>', '</acme>', '<Jane Doe>', '< b>', '<b', '<1>', 'a<b'),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join('')),
)
const hasTag = (text: string): boolean =>
  /<[!?]/.test(text) ||
  [...text.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].some(([, name]) => knownElements.has(name!.toLowerCase())) ||
  /<\/?[a-z][a-z0-9]*:/i.test(text)

test('any plain text comes back as the same text when it is read as a browser reads the HTML', () => {
  void fc.assert(
    fc.property(texts, (typed) => {
      fc.pre(!hasTag(typed))
      expect(shownText(htmlOf(typed))).toBe(asSeen(typed))
    }),
    { numRuns: 3_000 },
  )
})

test('what is between angle brackets without being a tag comes back from the midst of HTML, too', () => {
  void fc.assert(
    fc.property(texts, (typed) => {
      fc.pre(!hasTag(typed) && !/[&\t \u00a0]/.test(typed) && !/=\s*["']/.test(typed))
      const html = htmlOf(`<b>x</b>|${asSeen(typed)}|<i>y</i>`)
      expect(shownText(html.replace('<b>x</b>|', '').replace('|<i>y</i>', ''))).toBe(asSeen(typed))
    }),
    { numRuns: 2_000 },
  )
})

test('what is taken out is told', async () => {
  const { preview } = createSignatureCleaner()
  const removed = async (typed: string) => (await preview(typed)).removed
  expect(await removed('Jane <jane@acme.com>\nAcme')).toEqual([])
  expect(await removed('<p style="color: #333">Jane <b>Doe</b></p>')).toEqual([])
  expect(await removed('<b onclick="x()">Jane</b><script>alert(1)</script><!-- note -->')).toEqual([
    'comments',
    'onclick on <b>',
    '<script>',
  ])
  expect(
    await removed(
      '<p style="position: fixed; color: red"><a href="javascript:x">Jane</a></p><img src="/x.png">',
    ),
  ).toEqual(['style position on <p>', 'href on <a>', '<img>'])
  expect(await removed('Jane\u0000')).toEqual(['control characters'])
  const many = await removed(Array.from({ length: 40 }, (_, at) => `<b data-x${at}>J</b>`).join(''))
  expect(many).toHaveLength(13)
  expect(many.at(-1)).toBe('28 more')
})
