import { LoadingMark } from './loading-mark.tsx'

/** What stood in the page as it was served, while the application was on its way: the dashboard's outline, or nothing. */
const outline = document.getElementById('root')?.firstElementChild?.cloneNode(true)

/**
 * The first load, before it is known who is there. The outline stays as it was served until the page itself takes its
 * place, so nothing moves in between.
 */
export const LoadingScreen = () =>
  outline ? (
    <div className="contents" ref={(place) => place?.replaceChildren(outline.cloneNode(true))} />
  ) : (
    <div className="grid min-h-dvh place-items-center">
      <LoadingMark />
    </div>
  )
