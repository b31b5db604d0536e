/** Over everything on the staff's side, so that nobody takes it for what customers see. */
export const StaffStrip = () => (
  <p className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 bg-primary px-gutter py-1 text-label text-on-primary forced-colors:border-b">
    <span className="font-medium">Staff console</span>
    <span className="max-sm:hidden">What you do here is done to customers, and kept with your name.</span>
  </p>
)
