#!/usr/bin/env bash
# Tests the language model engine with a real server, the one of llama-cpp-python, and a tiny model
# that knows nothing. Building the server takes 10 to 40 minutes, once; DRAGOMAN_LLAMA_PYTHON names a
# Python that has it already.
set -euo pipefail
cd "$(dirname "$0")/.."

requirements=$PWD/scripts/llm/requirements.txt
python=${DRAGOMAN_LLAMA_PYTHON:-}
if [ -z "$python" ]; then
    environment=$PWD/.test/llama
    python=$environment/bin/python
    if ! cmp -s "$requirements" "$environment/installed-requirements.txt"; then
        rm -rf "$environment"
        python3 -m venv "$environment"
        "$python" -m pip install --disable-pip-version-check --requirement "$requirements"
        # Last, so that an installation that broke off is made again.
        cp "$requirements" "$environment/installed-requirements.txt"
    fi
fi

work=$(mktemp -d)
server=
clean_up() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap clean_up EXIT

"$python" scripts/llm/tiny_model.py "$work/tiny.gguf"
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$python" -m llama_cpp.server --model "$work/tiny.gguf" --model_alias tiny --n_ctx 8192 \
    --host 127.0.0.1 --port "$port" >"$work/server.log" 2>&1 &
server=$!
base=http://127.0.0.1:$port/v1
until curl --silent --fail --noproxy '*' --output /dev/null "$base/models"; do
    if ! kill -0 "$server" 2>/dev/null; then
        echo "The server has ended:" >&2
        cat "$work/server.log" >&2
        exit 1
    fi
    sleep 0.2
done

DRAGOMAN_TEST_LLM_URL=$base DRAGOMAN_TEST_LLM_MODEL=tiny \
    cargo test --locked --package dragoman-engines --test llama -- --ignored --nocapture --test-threads 1
