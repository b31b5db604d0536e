import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanSignature, createSignatureCleaner } from './clean-signature.ts'

const htmlOf = (signature: string) => cleanSignature(signature).html

test.each([
  ['Jane Doe\nAcme & Co', 'Jane Doe<br />Acme &amp; Co'],
  ['1 < 2 and 3 > 2', '1 &lt; 2 and 3 &gt; 2'],
  ['<p>Jane <b>Doe</b></p>', '<p>Jane <b>Doe</b></p>'],
  ['<p>Jane<script>alert(1)</script></p>', '<p>Jane</p>'],
  ['<p>Jane<script>alert(1)', '<p>Jane</p>'],
  ['<scr<script></script>ipt>alert(1)</script>', '&lt;script&gt;alert(1)'],
  ['<img src=x onerror=alert(1)>Hi<img><img src="javascript:x" alt="y">', 'Hi'],
  [
    '<img src="https://example.com/a.png" onload="x" width="40">',
    '<img src="https://example.com/a.png" width="40" />',
  ],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="java&Tab;script:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" https://example.com/?a=1&b=2">x</a>', '<a href="https://example.com/?a=1&amp;b=2">x</a>'],
  ['<a href="mailto:jane@example.com">x</a>', '<a href="mailto:jane@example.com">x</a>'],
  ['<p style="color: #333; background: url(https://evil.example/x)">x</p>', '<p style="color:#333">x</p>'],
  ['<p style="position: fixed; font-size: 12px">x</p>', '<p style="font-size:12px">x</p>'],
  ['<p style="width: expression(alert(1))">x</p>', '<p>x</p>'],
  ['<iframe src="https://evil.example"></iframe>Hi<b></b>', 'Hi<b></b>'],
  ['<form action="/x"><input value="y">Hi</form>', 'Hi'],
  ['<div><p>Hi', '<div><p>Hi</p></div>'],
  ['Hi</div></p><b>x</b>', 'Hi<p></p><b>x</b>'],
  ['<!-- <b>hidden</b> -->Hi<br/>there', 'Hi<br />there'],
  ['&copy; <i>Acme</i>&nbsp;&lt;script&gt;', '© <i>Acme</i>\u00a0&lt;script&gt;'],
  ['<b>{{unsubscribe}}</b>', '<b>{{unsubscribe}}</b>'],
])('%j becomes %j', (typed, safe) => {
  expect(htmlOf(typed)).toBe(safe)
})

test.each(['<script>x</script>', '<p> &nbsp;</p>', '', '<style>p{}</style><br>'])(
  'nothing can be seen of %j',
  (typed) => {
    expect(cleanSignature(typed).isEmpty).toBe(true)
  },
)

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '&',
      '=',
      '/',
      '<p>',
      '</p>',
      '<script',
      '</script>',
      '<img src=',
      'onerror=',
      'href=',
    ],
    ...['javascript:', '&#106;', '<a ', '<svg', '<!--', '-->', 'style="', 'url(', '<style>', '\u0000', '<b'],
  ),
)
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

test('whatever is typed, only allowed elements and attributes come out, closed and quoted', () => {
  void fc.assert(
    fc.property(text, (typed) => {
      const html = htmlOf(typed)
      const withoutTags = html.replace(/<\/?[a-z][a-z0-9]*(?: [a-z]+="[^"<>]*")*(?: \/)?>/g, (found) => {
        expect(found).not.toMatch(/ on[a-z]+=|javascript:|<(script|svg|style|iframe)/i)
        for (const [, address] of found.matchAll(/ (?:href|src)="([^"]*)"/g))
          expect(address).toMatch(/^(https?:\/\/|mailto:|tel:)/i)
        return ''
      })
      expect(withoutTags).not.toMatch(/[<>]/)
      expect(html.match(/<p[ >]/g)?.length ?? 0).toBe(html.match(/<\/p>/g)?.length ?? 0)
    }),
    { numRuns: 2_000 },
  )
})

test('of what came out nothing more is taken away', () => {
  const textOf = (html: string) => html.split(/<[^<>]*>/).join('')
  void fc.assert(
    fc.property(text, (typed) => {
      const once = cleanSignature(`<p>${typed}</p>`)
      const twice = cleanSignature(once.html)
      expect(textOf(twice.html)).toBe(textOf(once.html))
      expect(twice.isEmpty).toBe(once.isEmpty)
    }),
    { numRuns: 2_000 },
  )
})

test('signatures are cleaned one after the other, and others have their turn in between', async () => {
  const { clean } = createSignatureCleaner()
  const order: string[] = []
  const others = (async () => {
    for (let turn = 0; turn < 6; turn++) {
      await new Promise(setImmediate)
      order.push('other')
    }
  })()
  const requests = ['a', 'b'].map(async (who) => {
    const done = await clean([who, who])
    order.push(who)
    return done.map(({ html }) => html)
  })
  expect(await Promise.all(requests)).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ])
  await others
  expect(order.indexOf('a')).toBeGreaterThanOrEqual(2)
})
