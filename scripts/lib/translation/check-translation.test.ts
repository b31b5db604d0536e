import { expect, test } from 'vitest'
import { findTranslated } from './check-translation.mjs'

const linesOf = (jsx: string) =>
  findTranslated('page.tsx', `export const Part = () => (\n${jsx}\n)`).map(({ line }) => line)

test.each([
  '<p>{domain}</p>',
  '<Link to="/">{row.domain}</Link>',
  '<code>npm start</code>',
  '<span className="font-mono">{value}</span>',
  '<span className={cx("font-mono", more)}>{isShown ? secret : masked}</span>',
])('%s has to say that it is not translated', (jsx) => {
  expect(linesOf(jsx)).toEqual([2])
})

test.each([
  '<p translate="no">{domain}</p>',
  '<div translate="no">\n<p>{domain}</p>\n</div>',
  '<p>Replace {domain}</p>',
  '<p>{title}</p>',
  '<Row>{domain}</Row>',
  '<time className="font-mono">{momentText(at)}</time>',
])('%s is left to the browser', (jsx) => {
  expect(linesOf(jsx)).toEqual([])
})

test('what stands beside an element that is not translated is found', () => {
  expect(linesOf('<div>\n<p translate="no">{domain}</p>\n<p>{email}</p>\n</div>')).toEqual([4])
})
