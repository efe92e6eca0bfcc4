/** A full load in place of this page: nothing that was shown stays in memory, and Back does not return to it. */
export function leavePage(to: string): void {
  window.location.replace(to)
}
