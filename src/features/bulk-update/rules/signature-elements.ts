const words = (text: string): string[] => text.split(/\s+/)

/** Elements that a mail program shows. Of others the content stays, of those in `droppedElements` it goes too. */
export const shownElements = words(
  'a abbr b blockquote br center div em font h1 h2 h3 h4 h5 h6 hr i img li ol p s small span strong sub sup table tbody td th thead tr u ul',
)
export const droppedElements = words(
  'applet audio head iframe math noembed noframes noscript object option script select style svg template textarea title video xmp',
)

/** One of these between angle brackets is meant as HTML; every other word there is part of a text. */
export const knownElements: ReadonlySet<string> = new Set([
  ...shownElements,
  ...droppedElements,
  ...words(`address area article aside base bdi bdo big body button canvas caption cite code col colgroup dd del
    details dfn dialog dl dt embed fieldset figcaption figure footer form frame frameset header html input ins kbd
    label legend link main map mark marquee meta nav param picture pre q samp section source strike summary tfoot time
    track tt var wbr`),
])

/** Elements that begin a line of their own: with one of these, line ends are no part of the text. */
export const lineElements: ReadonlySet<string> = new Set(
  words(`address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul`),
)
