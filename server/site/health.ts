export type Health = 'starting' | 'ok' | 'stopping';

/** Answers `/healthz`: 200 while the site does its work, 503 before and after. */
export function healthResponse(health: Health): Response {
  return Response.json(
    { status: health },
    { status: health === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
