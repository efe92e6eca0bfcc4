/** A CSV file that the browser saves under its name and that no cache keeps. */
export const csvDownload = ({ name, content }: { name: string; content: string }) =>
  new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
