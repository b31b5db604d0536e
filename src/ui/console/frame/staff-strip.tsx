/** Over everything on the staff's side, so that nobody takes it for what customers see. */
export const StaffStrip = () => (
  <p className="flex h-6 items-center justify-between gap-x-4 overflow-hidden whitespace-nowrap bg-primary px-gutter text-label text-on-primary forced-colors:border-b">
    <span className="font-medium">Staff console</span>
    <span className="truncate max-sm:hidden">
      What you do here is done to customers, and kept with your name.
    </span>
  </p>
)
