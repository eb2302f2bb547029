export type Health = 'starting' | 'ok' | 'stopping';

/** 503 before the start is complete and after the stop began. */
export function healthResponse(health: Health): Response {
  return Response.json(
    { status: health },
    { status: health === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
