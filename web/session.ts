import { useSyncExternalStore } from 'react';

const TOKEN = 'token';
const APP_INFO = 'app_info';
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function readToken(): string | null {
  return localStorage.getItem(TOKEN);
}

export function startSession(token: string) {
  localStorage.setItem(TOKEN, token);
  sessionStorage.removeItem(APP_INFO);
  tell();
}

export function endSession() {
  localStorage.removeItem(TOKEN);
  sessionStorage.removeItem(APP_INFO);
  tell();
}

/** Ends the session unless another login has taken its place meanwhile. */
export function endSessionOf(token: string) {
  if (readToken() === token) endSession();
}

/** A token counts as a login until the server refuses it. */
export function useIsLogin(): boolean {
  return useSyncExternalStore(subscribe, readToken) !== null;
}

export function readAppInfo(): string | null {
  return sessionStorage.getItem(APP_INFO);
}

export function keepAppInfo(json: string) {
  sessionStorage.setItem(APP_INFO, json);
}
