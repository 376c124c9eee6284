"""An assistant uses the household by the Model Context Protocol: as a command, and through the server with a token."""

import json
import subprocess

from conftest import BINARY, environment


class Assistant:
    """`stillroom mcp` with its messages."""

    def __init__(self, data, home, *options, settings=None):
        self.process = subprocess.Popen(
            [BINARY, "mcp", "--data-dir", data, *options], env=environment(home) | (settings or {}),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.number = 0

    def ask(self, method, **parameters):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.number
        return answer["result"]

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def call(self, tool, **arguments):
        result = self.ask("tools/call", name=tool, arguments=arguments)
        return result["isError"], result.get("structuredContent") or result["content"][0]["text"]

    def tools(self):
        return {tool["name"] for tool in self.ask("tools/list")["tools"]}

    def end(self):
        out, errors = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, errors
        return out, errors


def test_an_assistant_waters_a_plant_that_the_person_added(fresh, home):
    fresh.plant("Monty")
    assistant = Assistant(fresh.folder / "data", home)
    begun = assistant.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"})
    assert begun["protocolVersion"] == "2025-06-18" and begun["serverInfo"]["name"] == "stillroom"
    assistant.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert "getDoses" not in assistant.tools()
    failed, plants = assistant.call("listPlants")
    assert not failed and [plant["name"] for plant in plants["plants"]] == ["Monty"]
    failed, agenda = assistant.call("getAgenda", days=60)
    item = next(one for one in agenda["items"] if one["kind"] == "watering")
    failed, done = assistant.call("doChore", id=item["chore"], due=item["due"])
    assert not failed and done["entries"][0]["action"] == "done"
    # The server sees what the assistant did.
    entries = fresh.ask("GET", "/api/log").json["entries"]
    assert [entry["entry"] for entry in entries] == [done["entries"][0]["entry"]]
    failed, message = assistant.call("getPlant", id="nothing")
    assert failed
    assert assistant.end()[0] == ""


def test_a_reading_assistant_gets_no_tool_that_changes(tmp_path, home):
    assistant = Assistant(tmp_path / "data", home, "--read-only", "--medicines")
    tools = assistant.tools()
    assert {"getAgenda", "getDoses"} <= tools and not {"doChore", "logDose", "addNote"} & tools
    assistant.end()


def test_tools_over_http_are_off_until_the_setting_switches_them_on(serve, home):
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert serve().ask("POST", "/mcp", message).status == 404
    server = serve(STILLROOM_MCP_ENABLED="true")
    answer = server.ask("POST", "/mcp", message)
    assert answer.status == 200 and "getAgenda" in answer.text and "getDoses" not in answer.text
    # The command passes messages on to a household elsewhere.
    assistant = Assistant(
        server.folder / "other", home, "--house", server.url, settings={"STILLROOM_HOUSE_TOKEN": "sr_" + "a" * 43})
    assert "getAgenda" in assistant.tools()
    assistant.end()
