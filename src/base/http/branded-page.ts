import type { Brand } from '../brand/brand.ts'
import { picturePath, pictureTypes } from '../brand/picture.ts'
import { brandStyles } from '../brand/server/brand-styles.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** What of `index.html` is the brand's. */
const built = {
  title: '<title>Inboxyard</title>',
  name: '<meta name="application-name" content="Inboxyard" />',
  icon: '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
}

/**
 * The built page with the name, the mark and the styles of a brand: it is drawn right from the first moment. Its styles
 * stand in no layer, and so above those of the page, wherever they come.
 */
export function brandedPage(html: string, brand: Brand): string {
  const name = escaped(brand.productName)
  const { tag } = brandStyles(brand)
  const icon =
    brand.mark &&
    `<link rel="icon" href="${picturePath(brand.mark)}" type="${pictureTypes[brand.mark.type]}" />`
  return html
    .replace(built.title, () => `<title>${name}</title>`)
    .replace(built.name, () => `<meta name="application-name" content="${name}" />`)
    .replace(built.icon, () => icon ?? built.icon)
    .replace(
      '</head>',
      (end) => (tag && `<link id="brand" rel="stylesheet" href="/brand.css?v=${tag}" />`) + end,
    )
}
