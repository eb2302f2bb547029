import { useSyncExternalStore } from 'react';
import type { MessageKey } from '../contracts/envelope.ts';
import { localValues, sessionValues } from './storage.ts';

const TOKEN = 'token';
const APP_INFO = 'app_info';
const listeners = new Set<() => void>();

/** The token that was found good in this document, and why it no longer is. */
let checked: string | null = null;
let refusal: MessageKey | null = null;

function notifyListeners() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  // A page that one comes back to has heard of nothing meanwhile.
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('pageshow', listener);
  };
}

export function readToken(): string | null {
  return localValues.get(TOKEN);
}

export function startSession(token: string) {
  localValues.set(TOKEN, token);
  dropAppInfo();
  notifyListeners();
}

/** Ends the session under a page that is being left, and so need not learn of it. */
export function forgetSession() {
  localValues.remove(TOKEN);
  dropAppInfo();
}

/** Remembers that the server takes the token. */
export function confirmSession() {
  checked = readToken();
}

/** Ends the session unless another login has taken its place meanwhile. */
export function endSessionOf(token: string, reason: MessageKey) {
  if (readToken() !== token) return;
  if (token === checked) refusal = reason;
  forgetSession();
  notifyListeners();
}

/** Why a login ended under its user; null for who came without a good one. */
export function readRefusal(): MessageKey | null {
  return refusal;
}

/** A token counts as a login until the server refuses it. */
export function useIsLogin(): boolean {
  return useSyncExternalStore(subscribe, readToken) !== null;
}

export function readAppInfo(): unknown {
  return sessionValues.getJson(APP_INFO);
}

export function keepAppInfo(json: string) {
  sessionValues.set(APP_INFO, json);
}

/** Has the app info asked for anew when it is needed next. */
export function dropAppInfo() {
  sessionValues.remove(APP_INFO);
}
