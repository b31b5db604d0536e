/** The way past the menus, for who comes by keyboard: the first thing of a page. */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-primary px-3 py-2 text-on-primary focus:translate-y-0 forced-colors:border"
  >
    Skip to content
  </a>
)
